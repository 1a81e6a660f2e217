/** The answer with the parts of the score named in the page's language, which is that of the server. */
export const named = <A>(answer: A): A => answer;
