/* The search of the manual: sections without the words are hidden, here and in the contents. The manual reads without it. */

const nav = document.querySelector("nav") as HTMLElement;
const details = nav.querySelector("details") as HTMLDetailsElement;
const box = nav.querySelector<HTMLElement>("search") as HTMLElement;
const input = box.querySelector("input") as HTMLInputElement;
const said = box.querySelector<HTMLElement>("[role=status]") as HTMLElement;
const sections = [...document.querySelectorAll<HTMLElement>("main section")];
const entryOf = new Map(
  [...nav.querySelectorAll("a")].map((link) => [link.hash.slice(1), link.parentElement as HTMLElement]),
);

// Without capitals and accents, as people type.
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
const texts = new Map(sections.map((section) => [section, plain(section.textContent ?? "")]));

function search(): void {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  const fits = (section: HTMLElement) => words.every((word) => texts.get(section)?.includes(word));
  for (const section of sections) {
    section.hidden = !fits(section);
    const entry = entryOf.get(section.id);
    if (entry) entry.hidden = section.hidden;
  }
  const found = sections.filter((section) => !section.hidden).length;
  const { none = "", one = "", other = "" } = said.dataset;
  document.body.classList.toggle("searched", words.length > 0);
  said.textContent =
    words.length === 0 ? "" : found === 0 ? none : found === 1 ? one : other.replace("{}", String(found));
  if (words.length === 0) return;
  details.open = true;
  scrollTo(0, 0);
}

const isWide = matchMedia("(min-width: 900px)");
const fold = () => {
  details.open = isWide.matches;
};

box.hidden = false;
fold();
isWide.addEventListener("change", fold);
input.addEventListener("input", search);
input.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || input.value === "") return;
  event.preventDefault();
  input.value = "";
  search();
});
nav.addEventListener("click", (event) => {
  if (event.target instanceof HTMLAnchorElement) fold();
});

/** Marks the entry of what is read now. */
const inView = new Set<Element>();
const seen = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes)
      if (isIntersecting) inView.add(target);
      else inView.delete(target);
    const read = sections.find((section) => inView.has(section));
    for (const [id, entry] of entryOf)
      entry.querySelector("a")?.toggleAttribute("data-current", read?.id === id);
  },
  { rootMargin: "-25% 0px -60% 0px" },
);
for (const section of sections) seen.observe(section);
