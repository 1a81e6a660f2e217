//! Rights of a folder in the text form of Windows (SDDL).

/// Who may use a folder beside its owner, administrators, the system itself and these accounts, by name where that is
/// known.
pub fn others(rights: &str, known: &[&str]) -> Vec<String> {
    let (head, list) = rights.split_once("D:").unwrap_or((rights, ""));
    let owner = head.trim_start_matches("O:").split("G:").next().unwrap_or_default();
    let is_known = |who: &str| who == owner || ["BA", "SY", "CO", "OW"].contains(&who) || known.contains(&who);
    let entries = list.split('(').skip(1).filter_map(|entry| entry.split(')').next());
    let allowed = entries.map(|entry| entry.split(';').collect::<Vec<_>>()).filter(|parts| parts.first() == Some(&"A"));
    let mut others: Vec<String> = allowed
        .filter_map(|parts| parts.get(5).copied())
        .filter(|who| !is_known(who))
        .map(|who| match who {
            "WD" => "everybody".to_owned(),
            "BU" => "all users".to_owned(),
            "AU" => "all who are signed in".to_owned(),
            "IU" => "all who sit at the machine".to_owned(),
            who => who.to_owned(),
        })
        .collect();
    others.dedup();
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_are_named_who_have_no_business_there() {
        let service = "S-1-5-80-1-2-3-4-5";
        let private = format!("O:BAD:PAI(A;OICI;FA;;;BA)(A;OICI;FA;;;{service})");
        assert_eq!(others(&private, &[service]), [""; 0]);
        assert_eq!(others(&private, &[]), [service]);
        let of_user = "O:S-1-5-21-7-1001G:S-1-5-21-7-513D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;S-1-5-21-7-1001)";
        assert_eq!(others(of_user, &[]), [""; 0]);
        let open = "O:BAD:AI(A;ID;FA;;;SY)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)(D;;FA;;;WD)(A;;FR;;;WD)";
        assert_eq!(others(open, &[]), ["all users", "everybody"]);
    }
}
