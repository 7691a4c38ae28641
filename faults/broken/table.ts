/** One row of a table of figures. */
export type Row = Record<string, string | number>

/** Prints a table with its title. */
export function report(title: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const text = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  process.stdout.write(`\n${title}\n${text.join('\n')}\n`)
}
