/** Gives the user a text file under a name of its own. */
export function saveText(text: string | readonly string[], filename: string): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
