import type { CatalogueTest } from '#contract/catalogue-site.ts'
import { money } from '#domain/coverage/money.ts'
import { grouped } from '#domain/text/figures.ts'

/** `3 genes`, `1 gene`, `19,433 genes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** How many genes a test reads, as a list says it; a test of chromosomes or of one variant reads none as such. */
export function genesOf(test: CatalogueTest): string {
  if (test.geneChoice === 'one') return '1 gene of choice'
  if (test.geneChoice === 'some') return `Up to ${counted(test.geneCount, 'gene')} of choice`
  return test.geneCount === 0 ? '' : counted(test.geneCount, 'gene')
}

/** `$1,490`, `$1,490.50`, `No charge`. */
export function price(test: CatalogueTest): string {
  return test.listPriceCents === 0 ? 'No charge' : money(test.listPriceCents).replace(/\.00$/, '')
}

/** The code that clinics know the test by. */
export function codeOf(test: CatalogueTest): string {
  return test.displayCode || test.code
}

/** Which patients the test is for; '' for anybody. */
export function offeredTo({ sex, offeredFor = '' }: CatalogueTest): string {
  return [sex && `${sex} patients`, offeredFor].filter((words) => words !== '').join(', ')
}

/** Whose samples the test needs besides the patient's; '' where nobody's. */
export function relatives({ relatives }: CatalogueTest): string {
  if (relatives === 0) return ''
  return relatives === 1
    ? 'A sample of one relative belongs to it.'
    : `Samples of ${relatives} relatives belong to it.`
}
