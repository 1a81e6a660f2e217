//! The ClickHouse servers that have the rows of members.

use super::finding::Finding;
use super::subject::Subject;
use crate::warehouse::WarehouseError;

pub(super) fn cluster(subject: &Subject) -> Finding {
    let cluster = match subject.config().cluster(&subject.wanted.egress) {
        Ok(None) => return Finding::ok("none: the rows of members are in the data directory".to_owned()),
        Ok(Some(cluster)) => cluster,
        Err(reason) => return Finding::problem(reason, "correct the setting"),
    };
    judge(&cluster.check())
}

/// `servers` has each server's address and release, or why Bond cannot use it.
fn judge(servers: &[(String, Result<String, WarehouseError>)]) -> Finding {
    let faults: Vec<String> =
        servers.iter().filter_map(|(_, release)| release.as_ref().err()).map(ToString::to_string).collect();
    if faults.is_empty() {
        let each = servers.iter().filter_map(|(name, release)| Some(format!("{name}: {}", release.as_ref().ok()?)));
        return Finding::ok(each.collect::<Vec<_>>().join(", "));
    }
    let todo = "correct the server or the settings clickhouse_*; until then no data are shown";
    Finding::problem(faults.join("; "), todo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_that_does_not_answer_is_a_problem() {
        let one = || ("http://ch1:8123".to_owned(), Ok("18.16.1".to_owned()));
        assert_eq!(judge(&[one()]), Finding::ok("http://ch1:8123: 18.16.1".to_owned()));
        let away = WarehouseError::Cluster("the ClickHouse server http://ch2:8123 does not answer".to_owned());
        let found = judge(&[one(), ("http://ch2:8123".to_owned(), Err(away))]);
        let todo = "correct the server or the settings clickhouse_*; until then no data are shown";
        assert_eq!(found, Finding::problem("the ClickHouse server http://ch2:8123 does not answer".to_owned(), todo));
    }
}
