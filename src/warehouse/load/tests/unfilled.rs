//! Columns that no load has filled.

use super::*;

/// Purchases on a day, with what the mapping says of their savings.
fn sales(day: u8, savings: &str) -> [(String, String); 2] {
    let mapping = format!(
        "[[file]]\nname = \"sales.csv\"\n[[file.table]]\nname = \"partner_transactions\"\n[file.table.columns]\n\
         member_id = \"buyer\"\noffer_id = {{ value = \"1\" }}\ntransacted_on = \"day\"\nredemptions = {{ value = \"1\" }}\n\
         sales = \"paid\"\nsavings = {savings}\n"
    );
    let file = format!("buyer,day,paid,saved\nM1,2024-01-{day:02},3,\n");
    [("mapping.toml".to_owned(), mapping), ("sales.csv".to_owned(), file)]
}

impl Harness {
    fn unfilled(&self) -> Vec<String> {
        self.texts(&super::super::UNFILLED.replace("bond.main.", "main."))
    }

    fn load_sales(&self, day: u8, savings: &str) {
        let files = sales(day, savings);
        let files = files.each_ref().map(|(name, text)| (name.as_str(), text.as_str()));
        self.load(&files).expect("a load");
    }
}

const SAVINGS: &str = "partner_transactions.savings";
const NONE: &str = "{ value = \"0.00\" }";
const FILLED: &str = "{ column = \"saved\", default = \"0\" }";

#[test]
fn a_column_counts_as_filled_where_a_file_has_it_and_as_long_as_rows_of_an_earlier_load_stay() {
    let harness = Harness::with_base();
    assert_eq!(harness.unfilled(), [""; 0], "files of the feed fill all columns");
    harness.load_sales(5, NONE);
    assert_eq!(harness.unfilled(), [SAVINGS], "the same nothing in all rows");
    harness.load_sales(6, NONE);
    assert_eq!(harness.unfilled(), [SAVINGS]);
    harness.load_sales(7, FILLED);
    assert_eq!(harness.unfilled(), [""; 0], "empty cells are filled by default");
    let undo = || super::super::undo(&harness.warehouse, None, None, &()).expect("undone");
    undo();
    assert_eq!(harness.unfilled(), [SAVINGS]);
    harness.load_sales(7, FILLED);
    harness.load_sales(8, NONE);
    assert_eq!(harness.unfilled(), [""; 0], "the rows of the 7th stay");
    undo();
    assert_eq!(harness.unfilled(), [""; 0]);
    harness.load_sales(9, "{ value = \"1.50\" }");
    assert_eq!(harness.unfilled(), [""; 0], "an amount that somebody named");
}

#[test]
fn the_rows_of_all_days_again_without_a_column_leave_it_without_values() {
    let harness = Harness::with_base();
    harness.load_sales(5, FILLED);
    harness.load_sales(5, NONE);
    assert_eq!(harness.unfilled(), [SAVINGS]);
    harness.load_sales(5, FILLED);
    assert_eq!(harness.unfilled(), [""; 0]);
}

#[test]
fn a_time_that_no_file_has_is_unknown_and_one_that_stayed_empty_is_not() {
    let messages = |opened: &str| {
        let mapping = format!(
            "[[file]]\nname = \"sent.csv\"\n[[file.table]]\nname = \"email_messages\"\n[file.table.columns]\n\
             campaign_id = {{ value = \"1\" }}\nmember_id = \"who\"\nsent_at = \"at\"\noutcome = {{ value = \"DELIVERED\" }}\n\
             {opened}"
        );
        let harness = Harness::with_base();
        let files = [
            ("mapping.toml", mapping.as_str()),
            ("sent.csv", "who,at,read\nM1,2024-01-05 10:00:00,\n"),
            ("campaign_types.csv", "id,name\n1,News\n"),
            (
                "campaigns.csv",
                "id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n\
                 1,May,1,Hello,,https://example.com/1,2024-01-05 10:00:00\n",
            ),
        ];
        harness.load(&files).expect("a load");
        harness.unfilled()
    };
    let [clicked, opened, outcome, registered, unsubscribed] =
        ["clicked_at", "opened_at", "outcome", "registered_at", "unsubscribed_at"]
            .map(|column| format!("email_messages.{column}"));
    assert_eq!(messages(""), [&*clicked, &opened, &outcome, &registered, &unsubscribed]);
    assert_eq!(messages("opened_at = \"read\"\n"), [clicked, outcome, registered, unsubscribed]);
}
