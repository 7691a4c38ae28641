/** `2026-03-11T14:05-05:00` as the browser's field for a date and time has it: `2026-03-11T14:05`. */
export function typedMoment(value: string): string {
  return value.slice(0, 16)
}

/** What was typed, with this browser's offset from UTC at that time; '' stays ''. */
export function withOffset(typed: string): string {
  const moment = new Date(typed)
  if (typed === '' || Number.isNaN(moment.getTime())) return typed
  const minutes = -moment.getTimezoneOffset()
  const figures = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return `${typed.slice(0, 16)}${minutes < 0 ? '-' : '+'}${figures(minutes / 60)}:${figures(minutes % 60)}`
}
