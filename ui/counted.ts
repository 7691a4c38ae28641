import { grouped } from '#domain/text/figures.ts'
/** `3 reports`, `1 report`; figures are grouped, because there may be thousands. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
