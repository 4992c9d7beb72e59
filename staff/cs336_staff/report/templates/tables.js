"use strict";

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function valueOf(row, column) {
  const cell = row.cells[column];
  return cell.dataset.value ?? cell.textContent.trim();
}

function compare(a, b) {
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? collator.compare(a, b) : x - y;
}

function sortBy(table, header) {
  const column = header.cellIndex;
  const downward = header.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", downward ? "descending" : "ascending");
  const rows = Array.from(table.tBodies[0].rows);
  rows.sort((a, b) => compare(valueOf(a, column), valueOf(b, column)) * (downward ? -1 : 1));
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll("table[data-sortable]")) {
  for (const header of table.tHead.rows[0].cells) {
    header.querySelector("button")?.addEventListener("click", () => sortBy(table, header));
  }
}

const text = document.getElementById("filter-text");
const result = document.getElementById("filter-result");
const shown = document.getElementById("shown");

function filter() {
  const rows = Array.from(document.getElementById("class").tBodies[0].rows);
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const fits = words.every((word) => row.dataset.text.includes(word));
    row.hidden = !(fits && (!result.value || row.dataset.result === result.value));
    count += row.hidden ? 0 : 1;
  }
  shown.textContent = `${count} of ${rows.length} shown`;
}

if (text) {
  text.addEventListener("input", filter);
  result.addEventListener("change", filter);
  filter();
}
