//! Settings and switches of the room, kept by name. What they mean is the caller's business.

use crate::link::Value;
use crate::{Store, StoreError};

impl Store {
    /// Sets a setting or switch.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be written to now.
    pub async fn set_setting(&self, name: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO settings (name, value) VALUES ($1, $2) \
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let mut link = self.change().await?;
        link.run(sql, vec![Value::Text(name.to_owned()), Value::Text(value.to_owned())]).await?;
        Ok(link.commit().await?)
    }

    /// All settings, by name.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn settings(&self) -> Result<Vec<(String, String)>, StoreError> {
        let rows = self.ask().await?.rows("SELECT name, value FROM settings ORDER BY name", Vec::new()).await?;
        Ok(rows.iter().map(|row| Ok((row.text(0)?, row.text(1)?))).collect::<Result<_, sqlx::Error>>()?)
    }
}
