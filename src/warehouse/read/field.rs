//! A value of a row that need not be text.

use std::borrow::Cow;

/// A value: text, or what is checked and kept in less time without becoming text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::warehouse) enum Field<'t> {
    Text(&'t str),
    Number(i64),
    /// Microseconds since 1970.
    Time(i64),
}

impl<'t> Field<'t> {
    /// As CSV would have it: the text that DuckDB makes of it.
    pub(in crate::warehouse) fn text(self) -> Cow<'t, str> {
        match self {
            Field::Text(text) => Cow::Borrowed(text),
            Field::Number(number) => Cow::Owned(number.to_string()),
            Field::Time(micros) => Cow::Owned(time_text(micros)),
        }
    }
}

/// A time as DuckDB writes it: with as many decimals as it has, and "(BC)" behind a date before the year 1.
fn time_text(micros: i64) -> String {
    if micros.unsigned_abs() == i64::MAX as u64 {
        return if micros > 0 { "infinity" } else { "-infinity" }.to_owned();
    }
    let (days, of_day) = (micros.div_euclid(86_400_000_000), micros.rem_euclid(86_400_000_000));
    let (seconds, fraction) = (of_day / 1_000_000, of_day % 1_000_000);
    // Years that begin in March, in cycles of 400 years: the leap day is the last of a year.
    let since = days + 719_468;
    let (cycle, day) = (since.div_euclid(146_097), since.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = cycle * 400 + year + i64::from(month <= 2);
    let (year, era) = if year > 0 { (year, "") } else { (1 - year, " (BC)") };
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{year:04}-{month:02}-{day:02}{era} {hour:02}:{minute:02}:{second:02}");
    if fraction > 0 {
        text += format!(".{fraction:06}").trim_end_matches('0');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_duckdb_does() {
        let connection = duckdb::Connection::open_in_memory().expect("a database");
        let mut statement = connection
            .prepare(
                "select coalesce(epoch_us(moment), if(moment = 'infinity', 9223372036854775807, -9223372036854775807)),
                   moment::varchar from (
                   select unnest([timestamp 'infinity', '-infinity', '290309-12-22 (BC)', '0001-01-01 (BC) 23:59:59.000001',
                                  '0001-01-01', '0999-12-31 00:00:00.1', '9999-12-31 23:59:59.999999', '10000-01-01',
                                  '294246-12-31', '2000-02-29 12:00:00', '1969-12-31 23:59:59.99'])
                   union all
                   select timestamp '1580-01-01' + interval (i * 37) hour + interval (i * 7) second from range(120_000) t(i)
                 ) as times(moment)",
            )
            .expect("SQL");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        let rows: Vec<(i64, String)> = rows.collect::<Result<_, _>>().expect("rows");
        assert_eq!(rows.len(), 120_011);
        for (micros, text) in rows {
            assert_eq!(Field::Time(micros).text(), text);
        }
    }
}
