// Makes the headers of tables buttons that sort, where there are rows to sort. Totals stay last.
for (const table of document.querySelectorAll("table[data-sortable]")) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  const rows = [...body.rows];
  const totals = rows.filter((row) => row.classList.contains("total"));
  const others = rows.filter((row) => !row.classList.contains("total"));
  if (others.length < 2) continue;
  const valueOf = (row, at) => {
    const cell = row.cells[at];
    return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
  };
  headers.forEach((header, at) => {
    const isFigure = header.classList.contains("figure");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const first = isFigure ? "descending" : "ascending";
      const other = isFigure ? "ascending" : "descending";
      const order = header.getAttribute("aria-sort") === first ? other : first;
      for (const each of headers) each.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const compared = (a, b) => {
        if (!isFigure) return sign * a.cells[at].textContent.localeCompare(b.cells[at].textContent, "en", { numeric: true });
        const [x, y] = [valueOf(a, at), valueOf(b, at)];
        // Rows without a figure stay below.
        if (x === null || y === null) return Number(x === null) - Number(y === null);
        return sign * (x - y);
      };
      body.append(...[...others].sort(compared), ...totals);
    });
  });
}
