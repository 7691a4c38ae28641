import type { ComponentProps, ReactNode } from 'react'
import { dayInWords, isIsoDate } from '#domain/dates/dates.ts'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import { classesOf, descriptionOf, geneName, spanInWords, variantName } from '#domain/results/words.ts'
import { DetailList } from '../DetailList.tsx'
import { InlineList } from '../InlineList.tsx'
import { OutsideLink } from '../OutsideLink.tsx'
import values from '../report-content.module.css'
import classes from './genetics.module.css'
import { outsidePages } from './links.ts'
import * as texts from './texts.ts'

interface VariantTableProps {
  title: string
  variants: readonly ReportedVariant[]
  result: GeneticResult
}

/** Variants, one a row; on a phone one a block. */
export function VariantTable({ title, variants, result }: VariantTableProps) {
  return (
    <>
      <h3 className={classes.title}>{title}</h3>
      <table className={`${values.values} ${classes.table}`} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{texts.gene}</th>
            <th scope="col">{texts.variant}</th>
            <th scope="col">{texts.zygosity}</th>
            <th scope="col">{texts.classification}</th>
            <th scope="col">{texts.condition}</th>
            <th scope="col">{texts.origin}</th>
          </tr>
        </thead>
        <tbody>
          {variants.map((variant) => (
            <Row key={variant.key} variant={variant} result={result} />
          ))}
        </tbody>
      </table>
    </>
  )
}

type Details = ComponentProps<typeof DetailList>['details']

interface RowProps {
  variant: ReportedVariant
  result: GeneticResult
}

function Row({ variant, result }: RowProps) {
  const { genes, call, allelicState, significances, source, inheritance, section } = variant
  const conditions = new Set(significances.flatMap((one) => one.conditions.map(({ name }) => name)))
  const found = call === undefined || call === 'Present' ? [] : [call]
  const details = detailsOf(variant, result)
  return (
    <>
      <tr className={details ? classes.withDetails : undefined}>
        <th scope="row" className={classes.gene}>
          {genes.map(geneName).join(', ') || texts.noGene}
        </th>
        <td className={classes.change}>{descriptionOf(variant)}</td>
        <td>{[...found, allelicState, ...shares(variant)].filter(Boolean).join(', ')}</td>
        <td className={classes.class}>
          {classesOf(variant).join('; ') || texts.noClass}
          {section !== undefined && <div className={classes.section}>{section}</div>}
        </td>
        <td>{[...conditions].join('; ')}</td>
        <td>{[source, inheritance].filter(Boolean).join(', ')}</td>
      </tr>
      {details && (
        <tr>
          <td colSpan={6} className={classes.details}>
            <details className={classes.more}>
              <summary>{texts.detailsOf(variantName(variant))}</summary>
              <DetailList details={details} wide />
            </details>
          </td>
        </tr>
      )}
    </>
  )
}

/** Mosaicism and heteroplasmy are told by the fraction, with the tissue. */
function shares({ fraction, tissue }: ReportedVariant): string[] {
  if (fraction === undefined) return []
  const percent = `${Number((fraction * 100).toFixed(1))} %`
  return [
    [texts.ofAlleles(percent), tissue === undefined ? '' : texts.inTissue(tissue)].filter(Boolean).join(' '),
  ]
}

/** What few readers need; null if there is nothing of it. */
function detailsOf(variant: ReportedVariant, result: GeneticResult): Details | null {
  const { significances, consequences, transcript, build, copyNumber, depth, method, notes } = variant
  const { clinvar, dbsnp, repeats, counting, genomic, category } = variant
  const { name, iscn, cytoband, change, proteinChange, length, confidence, inheritanceBasis } = variant
  const parts = result.variants.filter(({ key }) => variant.of.includes(key))
  const description = descriptionOf(variant)
  const pages = outsidePages(variant)
  const listed = (texts: readonly (string | undefined)[]): ReactNode =>
    texts.some(Boolean) ? texts.filter(Boolean).map((text, index) => <div key={index}>{text}</div>) : null
  const details = [
    [texts.otherNames, listed([name, iscn, cytoband].filter((one) => one !== description))],
    [texts.onTranscript, listed([transcript])],
    [texts.consistsOf, listed(parts.map(variantName))],
    [texts.position, listed([genomic, ...placesOf(variant)])],
    [texts.alleles, listed([allelesOf(variant)])],
    [texts.build, listed([build, counting])],
    [texts.copies, listed([copyNumber === undefined ? undefined : String(copyNumber)])],
    [
      texts.repeats,
      listed(repeats.map(({ motif, times }) => `${motif} ${times === null ? '' : `×${times}`}`.trim())),
    ],
    [
      texts.effect,
      listed(
        consequences.map((one) =>
          [one.transcript, one.cdna, one.protein, ...one.effects].filter(Boolean).join(' '),
        ),
      ),
    ],
    [texts.inheritanceOfCondition, listed(significances.map((one) => one.conditionInheritance))],
    [texts.classifiedBy, listed(significances.map(({ scheme }) => scheme))],
    [texts.classifiedOn, listed(significances.map(({ classifiedOn: on }) => on && dayOrPart(on)))],
    [texts.evidence, listed(significances.map((one) => one.evidence))],
    [texts.interpretation, listed(significances.map((one) => one.text))],
    [texts.kindOfChange, listed([category, change, proteinChange])],
    [texts.size, listed([length === undefined ? undefined : texts.basePairs(length)])],
    [texts.howOriginIsKnown, listed([inheritanceBasis])],
    [texts.certainty, listed([confidence])],
    [texts.reads, listed([depth === undefined ? undefined : String(depth)])],
    [texts.method, listed([method])],
    [texts.identifiers, listed([clinvar, dbsnp])],
    [
      texts.lookUp,
      pages.length === 0 ? null : (
        <InlineList
          of={pages.map(({ name: page, href }) => (
            <OutsideLink key={href} href={href}>
              {page}
            </OutsideLink>
          ))}
        />
      ),
    ],
    [texts.remarks, listed([...phasesOf(variant, result), ...notes])],
  ] satisfies Details
  return details.some(([, value]) => value !== null) ? details : null
}

/** Each span that is given: of a structural variant where it certainly lies, and its limits. */
function placesOf({ reference, chromosome, exact, inner, outer }: ReportedVariant): string[] {
  const at = (span: NonNullable<typeof exact>) =>
    [reference ?? chromosome, spanInWords(span)].filter(Boolean).join(' ')
  return [
    ...(exact ? [at(exact)] : []),
    ...(inner ? [texts.atLeast(at(inner))] : []),
    ...(outer ? [texts.atMost(at(outer))] : []),
  ]
}

function allelesOf({ referenceAllele, alternateAllele }: ReportedVariant): string | undefined {
  return referenceAllele === undefined && alternateAllele === undefined
    ? undefined
    : `${referenceAllele ?? '?'} > ${alternateAllele ?? '?'}`
}

/** A month or a year as it is written. */
const dayOrPart = (on: string) => (isIsoDate(on) ? dayInWords(on) : on)

/** Whether it lies on the same chromosome as others; nothing is concluded from that. */
function phasesOf(
  { key, phase }: ReportedVariant,
  { phases, variants }: GeneticResult,
): (string | undefined)[] {
  const relations = phases.flatMap(({ variants: keys, relation }) => {
    if (!keys.includes(key)) return []
    const others = variants
      .filter((one) => one.key !== key && keys.includes(one.key))
      .map(variantName)
      .join('; ')
    if (relation.toLowerCase() === 'cis') return [texts.inCis(others)]
    if (relation.toLowerCase() === 'trans') return [texts.inTrans(others)]
    return [texts.phaseUnknown(relation, others)]
  })
  return [phase, ...relations]
}
