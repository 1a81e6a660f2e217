use super::*;

#[test]
fn a_forecast_is_as_sure_as_its_tries() {
    let mut point = ForecastPoint::new(30, time::macros::date!(2026 - 12 - 19), 99.5, &[None; 9]);
    let tried = |forecast, score| ForecastTry { from: String::new(), day: String::new(), days: 30, forecast, score };
    let other = ForecastTry { days: 60, ..tried(10.0, 90.0) };
    point.judge(std::slice::from_ref(&other));
    assert_eq!((point.low, point.high, point.tried), (None, None, 0));
    point.judge(&[tried(50.0, 50.3), other, tried(60.0, 59.6)]);
    // The root of (0.09 + 0.16) / 2.
    assert_eq!(point.typical_error, Some(0.35));
    assert_eq!((point.low, point.high, point.tried), (Some(98.8), Some(100.0), 2));
}

#[test]
fn as_much_of_a_change_is_believed_as_proved_right() {
    let of = |moves: &[(f64, f64)]| {
        let moves: Vec<Moved> = moves.iter().map(|(said, came)| Moved { said: *said, came: *came }).collect();
        believed(moves.iter())
    };
    assert_eq!(of(&[]), 1.0, "nothing was tried");
    assert_eq!(of(&[(2.0, 2.0), (-1.0, -1.0)]), 1.0);
    assert_eq!(of(&[(2.0, 1.0), (-4.0, -2.0)]), 0.5);
    assert_eq!(of(&[(2.0, -1.0)]), 0.0, "it went the other way");
    assert_eq!(of(&[(1.0, 5.0)]), 1.0, "no more than all of it");
    assert_eq!(of(&[(0.0, 3.0)]), 0.0);
}
