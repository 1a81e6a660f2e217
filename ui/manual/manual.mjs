/**
 * Converts the manual, docs/using.md or a translation of it, to HTML, so that it can be read without a network. It supports the Markdown that
 * the manual uses: headings, paragraphs, lists, tables, pictures on a line of their own, bold and code. Anything else
 * would appear as source text, so it stops the build.
 */

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function inline(text) {
  if (/[<>]|\]\(|(?<!\*)\*(?!\*)/.test(text))
    throw new Error(`the manual contains unsupported Markdown: ${text}`);
  return escaped(text)
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/`(.+?)`/g, "<kbd>$1</kbd>");
}

const cells = (line, tag) =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell, at) => {
      const name = at === 0 && tag === "td" ? 'th scope="row"' : tag === "th" ? 'th scope="col"' : tag;
      return `<${name}>${inline(cell.trim())}</${name.slice(0, 2)}>`;
    })
    .join("");

function table([head, , ...rows]) {
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  return `<table><thead><tr>${cells(head, "th")}</tr></thead><tbody>${body}</tbody></table>`;
}

/** A block of lines as HTML. @param picture finds the address and size of a picture by its path in the manual */
function block(lines, picture) {
  const [first] = lines;
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading) return `<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`;
  const image = /^!\[(.+)\]\((.+)\)$/.exec(first);
  if (image) {
    const { src, width, height } = picture(image[2]);
    return `<p><img src="${src}" width="${width}" height="${height}" alt="${escaped(image[1])}"></p>`;
  }
  if (lines.every((line) => line.startsWith("- ")))
    return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join("")}</ul>`;
  if (lines.every((line) => /^\|.+\|$/.test(line))) return table(lines);
  return `<p>${lines.map(inline).join(" ")}</p>`;
}

/** Blocks in sections: each heading of the second or third level begins one. */
function inSections(blocks, ids) {
  let at = 0;
  const html = blocks.map((text) => {
    if (!/^<h[23]>/.test(text)) return text;
    const opened = `<section id="${ids[at]}">\n${text}`;
    at += 1;
    return at === 1 ? opened : `</section>\n${opened}`;
  });
  return `${html.join("\n")}${at > 0 ? "\n</section>" : ""}`;
}

/** The headings below the title: their level and text. */
const headingsOf = (markdown) =>
  [...markdown.matchAll(/^(##|###) (.+)$/gm)].map(([, signs, text]) => ({ level: signs.length, text }));

/** What the addresses of sections end with: the English headings, so that they are the same in every language. */
export const sectionIds = (english) =>
  headingsOf(english).map(({ text }) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, ""),
  );

function contents(headings, ids, texts) {
  const entries = headings.map(
    ({ level, text }, at) => `<li class="level${level}"><a href="#${ids[at]}">${inline(text)}</a></li>`,
  );
  return `<nav aria-label="${escaped(texts.contents)}">
<search hidden><label><span class="sr-only">${escaped(texts.search)}</span>
<input type="search" placeholder="${escaped(texts.search)}" autocomplete="off" /></label>
<p role="status" data-none="${escaped(texts.none)}" data-one="${escaped(texts.found.one)}" data-other="${escaped(texts.found.other)}"></p></search>
<details><summary>${escaped(texts.contents)}</summary>
<ul>
${entries.join("\n")}
</ul></details>
</nav>`;
}

/** The width and height in the header of a PNG file. */
export function pngSize(data) {
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/**
 * The manual as an HTML document.
 *
 * @param head what its head contains in addition to the title
 * @param language the code of its language
 * @param texts of the contents and the search
 * @param ids of its sections, in their order
 */
export function manualPage(markdown, { head, language, texts, ids }, picture) {
  const headings = headingsOf(markdown);
  if (headings.length !== ids.length)
    throw new Error(
      `the manual in ${language} has ${headings.length} sections, the English one ${ids.length}`,
    );
  const blocks = markdown
    .trim()
    .split(/\n{2,}/)
    .map((text) => block(text.split("\n"), picture));
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? "";
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escaped(title)} – BOND Analytics</title>
    <link rel="icon" href="/icons/favicon.svg" type="image/svg+xml" />
    ${head}
  </head>
  <body>
    ${contents(headings, ids, texts)}
    <main>
${inSections(blocks, ids)}
    </main>
  </body>
</html>
`;
}
