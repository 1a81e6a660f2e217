//! Tables of aligned text.

/// Aligns the columns of the rows, one line per row. Every row must have as many cells as the first.
pub fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<_> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [vec!["A".to_owned(), "LONG".to_owned()], vec!["Émile".to_owned(), "x".to_owned()]];
        assert_eq!(table(&rows), "A      LONG\nÉmile  x");
    }
}
