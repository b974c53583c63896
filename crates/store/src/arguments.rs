//! The values of a statement as each database wants them: one by one, or a column of many rows as an array.

use sqlx::Arguments;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;

use crate::Refusal;
use crate::link::Value;

pub(crate) fn sqlite_arguments(values: impl IntoIterator<Item = Value>) -> Result<SqliteArguments, sqlx::Error> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        match value {
            Value::Int(value) => Arguments::add(&mut arguments, value),
            Value::Text(value) => Arguments::add(&mut arguments, value),
            Value::Bytes(value) => Arguments::add(&mut arguments, value),
            Value::TooLarge(value) => return Err(sqlx::Error::Encode(too_large(value).into())),
            Value::NoInt | Value::NoText | Value::NoBytes => Arguments::add(&mut arguments, None::<i64>),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

pub(crate) fn postgres_arguments(values: impl IntoIterator<Item = Value>) -> Result<PgArguments, sqlx::Error> {
    let mut arguments = PgArguments::default();
    for value in values {
        match value {
            Value::Int(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value),
            Value::Bytes(value) => arguments.add(value),
            Value::TooLarge(value) => return Err(sqlx::Error::Encode(too_large(value).into())),
            Value::NoInt => arguments.add(None::<i64>),
            Value::NoText => arguments.add(None::<String>),
            Value::NoBytes => arguments.add(None::<Vec<u8>>),
        }
        .map_err(sqlx::Error::Encode)?;
    }
    Ok(arguments)
}

/// What is said of a number that neither database can hold.
pub(crate) const fn too_large(value: u64) -> Refusal {
    Refusal::OutOfRange { what: "a number in the store", value }
}

/// One column of many rows. The first value says what all of them are.
pub(crate) fn add_array<'v>(
    arguments: &mut PgArguments,
    values: impl Iterator<Item = &'v Value> + Clone,
) -> Result<(), sqlx::Error> {
    if let Some(value) =
        values.clone().find_map(|value| if let Value::TooLarge(value) = value { Some(*value) } else { None })
    {
        return Err(sqlx::Error::Encode(too_large(value).into()));
    }
    match values.clone().next() {
        Some(Value::Text(_) | Value::NoText) => arguments.add(
            values
                .map(|value| if let Value::Text(text) = value { Some(text.as_str()) } else { None })
                .collect::<Vec<_>>(),
        ),
        Some(Value::Bytes(_) | Value::NoBytes) => arguments.add(
            values
                .map(|value| if let Value::Bytes(bytes) = value { Some(bytes.as_slice()) } else { None })
                .collect::<Vec<_>>(),
        ),
        _ => arguments
            .add(values.map(|value| if let Value::Int(int) = value { Some(*int) } else { None }).collect::<Vec<_>>()),
    }
    .map_err(sqlx::Error::Encode)
}
