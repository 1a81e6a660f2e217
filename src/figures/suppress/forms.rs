//! Linear forms over terms, and the forms that follow from several of them.

use crate::figures::{Formula, Measure, Metric, Sum, Term};

/// A sum of independent terms, each with a factor other than 0.
pub type Form = Vec<(i128, Term)>;

/// A column as forms.
pub enum Column {
    Sum(Form),
    /// Numerator and denominator, and the factors of the figure for both.
    Ratio(Form, Form, (i128, i128)),
}

impl Column {
    /// The column of a metric.
    pub fn of(metric: &Metric) -> Column {
        match metric.formula {
            Formula::Sum(sum, _) => Column::Sum(form(sum)),
            Formula::Ratio { of, by, scale } => Column::Ratio(form(of), form(by), (scale.0.into(), scale.1.into())),
        }
    }

    /// Whether a term of the form is in it.
    pub fn shares_a_term_with(&self, form: &Form) -> bool {
        match self {
            Column::Sum(own) => share_a_term(own, form),
            Column::Ratio(of, by, _) => share_a_term(of, form) || share_a_term(by, form),
        }
    }
}

/// The form of a sum. What is counted as of a day is what was counted before the window and what was counted in it.
pub fn form(sum: Sum) -> Form {
    let mut form = Form::new();
    for (times, term) in sum {
        let times = i128::from(*times);
        match term {
            Term::AsOf(measure) => {
                add(&mut form, times, before(measure));
                add(&mut form, times, Term::In(measure));
            }
            term => add(&mut form, times, *term),
        }
    }
    form
}

const fn before(measure: &'static Measure) -> Term {
    Term::Before(measure)
}

/// One form minus another.
pub fn minus(one: &Form, other: &Form) -> Form {
    let mut form = one.clone();
    other.iter().for_each(|(times, term)| add(&mut form, -times, *term));
    form
}

/// Whether a term is in both.
pub fn share_a_term(one: &Form, other: &Form) -> bool {
    one.iter().any(|(_, term)| other.iter().any(|(_, other)| other == term))
}

fn add(form: &mut Form, times: i128, term: Term) {
    match form.iter_mut().find(|(_, known)| *known == term) {
        Some((known, _)) => *known += times,
        None => form.push((times, term)),
    }
    form.retain(|(times, _)| *times != 0);
}

/// The forms that follow from several: all their linear combinations.
#[derive(Debug, Default)]
pub struct LinearSpan {
    /// Each form with its pivot: a term that the forms after it do not have.
    basis: Vec<(Term, Form)>,
}

impl LinearSpan {
    /// Adds a form.
    pub fn add(&mut self, form: &Form) {
        let rest = self.rest(form);
        if let Some((_, pivot)) = rest.first() {
            self.basis.push((*pivot, rest));
        }
    }

    /// Whether a form follows from those that were added.
    pub fn has(&self, form: &Form) -> bool {
        self.rest(form).is_empty()
    }

    /// A multiple of the form without the pivots.
    fn rest(&self, form: &Form) -> Form {
        let mut rest = form.clone();
        for (pivot, known) in &self.basis {
            let factor = |form: &Form| form.iter().find(|(_, term)| term == pivot).map_or(0, |(times, _)| *times);
            let (have, own) = (factor(&rest), factor(known));
            if have != 0 {
                rest.iter_mut().for_each(|(times, _)| *times *= own);
                known.iter().for_each(|(times, term)| add(&mut rest, -have * times, *term));
            }
        }
        rest
    }
}
