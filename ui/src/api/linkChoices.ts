/** The choices in blocks that ask for other figures: what a call of a link has beside its path. */
export const LINK_CHOICES = ["timeScale", "viewBy", "viewByH1", "viewByH2", "recordCount"] as const;
