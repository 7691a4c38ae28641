import { calledAllele } from '#domain/results/places.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import * as texts from './texts.ts'

interface OutsidePage {
  name: string
  href: string
}

const asked = (text: string) => encodeURIComponent(text)

/**
 * Public databases about a variant, its gene and its diseases. An address has what the report says of the variant, and
 * nothing of the person or the order.
 */
export function outsidePages(variant: ReportedVariant): OutsidePage[] {
  const [gene] = variant.genes.flatMap(({ symbol }) => (/^[A-Za-z][\w-]*$/.test(symbol) ? [symbol] : []))
  return [
    ...clinvarPages(variant),
    ...gnomadPages(variant, gene),
    ...(variant.dbsnp && /^rs\d+$/i.test(variant.dbsnp)
      ? [{ name: texts.dbsnpPage, href: `https://www.ncbi.nlm.nih.gov/snp/${variant.dbsnp.toLowerCase()}` }]
      : []),
    ...omimPages(variant),
    ...(gene === undefined
      ? []
      : [{ name: texts.omimOf(gene), href: `https://omim.org/search?index=entry&search=${asked(gene)}` }]),
  ]
}

/** By its number; without one, by its name on a transcript with version, which ClinVar can search. */
function clinvarPages({ clinvar, cdna, transcript }: ReportedVariant): OutsidePage[] {
  const number = /^(?:VCV)?0*(\d+)(?:\.\d+)?$/i.exec(clinvar ?? '')?.[1]
  const base = 'https://www.ncbi.nlm.nih.gov/clinvar/'
  if (number !== undefined) return [{ name: texts.clinvarPage, href: `${base}variation/${number}/` }]
  const name = cdna?.includes(':') ? cdna : transcript && cdna ? `${transcript}:${cdna}` : undefined
  return name === undefined ? [] : [{ name: texts.clinvarPage, href: `${base}?term=${asked(name)}` }]
}

const DATASETS = { grch37: 'gnomad_r2_1', grch38: 'gnomad_r4' } as const

function gnomadPages(variant: ReportedVariant, gene: string | undefined): OutsidePage[] {
  const base = 'https://gnomad.broadinstitute.org/'
  const called = calledAllele(variant)
  if (called?.build && called.chromosome !== 'm') {
    const { chromosome, position, from, to, build } = called
    const id = [chromosome.toUpperCase(), position, from, to].map(String).map(asked).join('-')
    return [{ name: texts.gnomadPage, href: `${base}variant/${id}?dataset=${DATASETS[build]}` }]
  }
  return gene === undefined ? [] : [{ name: texts.gnomadOf(gene), href: `${base}gene/${asked(gene)}` }]
}

function omimPages({ significances }: ReportedVariant): OutsidePage[] {
  const codes = significances.flatMap(({ conditions }) =>
    conditions.flatMap(({ system, code }) => (system === 'OMIM' ? [/\d{6}/.exec(code)?.[0] ?? ''] : [])),
  )
  return [...new Set(codes)]
    .filter((code) => code !== '')
    .map((code) => ({ name: texts.omimEntry(code), href: `https://omim.org/entry/${code}` }))
}
