//! What happened, in a few sentences: of the score, of the period, and of the last day.

use futures_util::future::try_join;

use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::insight_answers::{InsightNews, NewsAnswer, ScoreNews};
use crate::screens::open::OpenDashboards;

/// At most so many changes of the period, and of the last day, are news.
const MOST_MOVES: usize = 3;
const MOST_UNUSUAL: usize = 2;

impl Snapshot<'_> {
    /// What happened; what Insights says of some dashboards only where they are given.
    pub(in crate::screens) async fn news(&self, insights: Option<OpenDashboards>) -> Result<NewsAnswer, AnswerError> {
        let of_insights = async {
            let Some(open) = insights else { return Ok(None) };
            let (mut moves, mut unusual) = try_join(self.moves(open), self.unusual(open)).await?;
            // What is usual is no news beside what is not.
            let news = moves.moves.iter().take_while(|one| one.unusual == (moves.real > 0)).count();
            moves.moves.truncate(news.min(MOST_MOVES));
            unusual.items.truncate(MOST_UNUSUAL);
            Ok(Some(InsightNews { moves, unusual }))
        };
        let (score, insights) = try_join(self.explained_score(None), of_insights).await?;
        let score = ScoreNews { change: score.change, sentences: score.sentences, note: score.note };
        Ok(NewsAnswer { score, insights })
    }
}
