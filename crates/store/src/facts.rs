//! Facts about the room as a whole, each under its name. What they mean is the caller's business, but for the key's.

use crate::link::Value;
use crate::{Store, StoreError};

impl Store {
    /// What the room has under a name; if it has nothing there yet, this from now on.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn fact(&self, name: &str, first: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let mut link = self.change().await?;
        let sql = "INSERT INTO room (fact, value) VALUES ($1, $2) ON CONFLICT (fact) DO NOTHING";
        link.run(sql, vec![Value::Text(name.to_owned()), Value::Bytes(first)]).await?;
        let row = link.row("SELECT value FROM room WHERE fact = $1", vec![Value::Text(name.to_owned())]).await?;
        let value = row.ok_or(sqlx::Error::RowNotFound)?.bytes(0)?;
        link.commit().await?;
        Ok(value)
    }

    /// Changes what the room has under a name.
    ///
    /// # Errors
    /// As [`Store::fact`].
    pub async fn set_fact(&self, name: &str, value: Vec<u8>) -> Result<(), StoreError> {
        let mut link = self.change().await?;
        let sql =
            "INSERT INTO room (fact, value) VALUES ($1, $2) ON CONFLICT (fact) DO UPDATE SET value = excluded.value";
        link.run(sql, vec![Value::Text(name.to_owned()), Value::Bytes(value)]).await?;
        Ok(link.commit().await?)
    }
}
