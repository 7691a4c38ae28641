import { Badge } from '@mantine/core'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import type { Condition, ReportedVariant } from '#domain/results/reported-variant.ts'
import { geneName, outcomeOf, variantName } from '#domain/results/words.ts'
import { DetailList } from '../DetailList.tsx'
import values from '../report-content.module.css'
import classes from './genetics.module.css'
import * as texts from './texts.ts'
import { VariantTable } from './VariantTable.tsx'

const OUTCOME_COLORS = {
  positive: 'red',
  negative: 'green',
  uncertain: 'yellow',
  failed: 'gray',
  other: 'gray',
}

/** A genetic result: the answer first, then the variants, then what else the laboratory sent. */
export function GeneticResultView({ result }: { result: GeneticResult }) {
  const { variants, conclusion, deletionsAndDuplications, drugResponses, markers } = result
  // Only "absent" says that it is not there: a failed call and a laboratory's own word stay among the variants.
  const isFound = ({ call }: { call?: string }) => call !== 'Absent'
  const found = variants.filter(isFound)
  const notFound = variants.filter((variant) => !isFound(variant))
  const byKey = new Map(variants.map((variant) => [variant.key, variant]))
  return (
    <>
      <Answer result={result} />
      {deletionsAndDuplications !== undefined && (
        <p className={classes.line}>
          {texts.deletionsAndDuplications}: {deletionsAndDuplications}
        </p>
      )}
      {conclusion !== undefined && <p className={classes.conclusion}>{conclusion}</p>}
      {found.length > 0 && <VariantTable title={texts.variants} variants={found} result={result} />}
      {found.length === 0 && <p className={classes.line}>{texts.noVariants}</p>}
      {notFound.length > 0 && <VariantTable title={texts.notFound} variants={notFound} result={result} />}
      {drugResponses.length > 0 && (
        <Rows
          title={texts.drugs}
          heads={[texts.drug, texts.response, texts.because]}
          rows={drugResponses.map(({ drugs, therapies, conditions, response, text, evidence, of }) => [
            names([...drugs, ...therapies]),
            [response, text, evidence, names(conditions)].filter(Boolean).join('. '),
            of
              .flatMap((key) => byKey.get(key) ?? [])
              .map(variantName)
              .join('; '),
          ])}
        />
      )}
      <Recommendations result={result} nameOf={(key) => variantNameIn(byKey, key)} />
      {markers.length > 0 && (
        <Rows
          title={texts.wholeSample}
          heads={[texts.question, texts.answer]}
          rows={markers.map(({ name, value }) => [name, value])}
        />
      )}
      <Study result={result} />
      <Methods result={result} />
      <Others result={result} />
    </>
  )
}

function Answer({ result }: { result: GeneticResult }) {
  const outcome = outcomeOf(result)
  return (
    <div className={classes.answer}>
      {outcome === null ? (
        <span className={classes.none}>{texts.noOverallResult}</span>
      ) : (
        <Badge size="xl" tt="none" variant="light" color={OUTCOME_COLORS[outcome]}>
          {outcome === 'other' ? result.overall : texts.OUTCOME_NAMES[outcome]}
        </Badge>
      )}
      <span className={classes.hint}>{texts.dataBesideReport}</span>
    </div>
  )
}

const variantNameIn = (byKey: ReadonlyMap<string, ReportedVariant>, key: string) => {
  const variant = byKey.get(key)
  return variant ? [variantName(variant)] : []
}

interface RecommendationsProps {
  result: GeneticResult
  nameOf: (key: string) => readonly string[]
}

function Recommendations({ result: { recommendations, variants }, nameOf }: RecommendationsProps) {
  if (recommendations.length === 0) return null
  return (
    <>
      <h3 className={classes.title}>{texts.recommendations}</h3>
      <ul className={classes.paragraphs} aria-label={texts.recommendations}>
        {recommendations.map(({ of, action, text }, index) => {
          // With one variant, it goes without saying.
          const about = variants.length > 1 ? of.flatMap(nameOf).join('; ') : ''
          return (
            <li key={index}>
              {[action, text].filter(Boolean).join(': ')}
              {about !== '' && <div className={classes.hint}>{texts.becauseOf(about)}</div>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** How it was found, and what the test cannot tell. */
function Methods({ result: { methods, limits } }: { result: GeneticResult }) {
  if (methods.length + limits.length === 0) return null
  const paragraphs = (told: readonly string[]) =>
    told.length === 0 ? null : told.map((text, index) => <p key={index}>{text}</p>)
  return (
    <details className={classes.more}>
      <summary>{texts.methodsAndLimits}</summary>
      <DetailList
        wide
        details={[
          [texts.methods, paragraphs(methods)],
          [texts.limits, paragraphs(limits)],
        ]}
      />
    </details>
  )
}

const names = (conditions: readonly Condition[]) => conditions.map(({ name }) => name).join(', ')

function Study({ result: { study } }: { result: GeneticResult }) {
  const { reasons, diseases, genes, regions } = study
  const orNull = (text: string) => (text === '' ? null : text)
  const details = [
    [texts.reason, orNull(reasons.join('; '))],
    [texts.diseases, orNull(names(diseases))],
    [texts.genes, orNull(genes.map(geneName).join(', '))],
    [texts.regions, orNull(regions.join('; '))],
  ] as const
  if (details.every(([, value]) => value === null)) return null
  return (
    <details className={classes.more}>
      <summary>{texts.examined}</summary>
      <DetailList details={details} />
    </details>
  )
}

/** What the portal does not understand, as received. */
function Others({ result: { others } }: { result: GeneticResult }) {
  const rows = others.flatMap(({ answers, notes }) => [
    ...answers.map(({ question, text, codes }) => [
      question.name || question.code,
      text || codes.map(({ code }) => code).join(', '),
    ]),
    ...notes.map((note) => ['', note]),
  ])
  if (rows.length === 0) return null
  return <Rows title={texts.alsoSent} heads={[texts.question, texts.answer]} rows={rows} />
}

interface RowsProps {
  title: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

function Rows({ title, heads, rows }: RowsProps) {
  return (
    <>
      <h3 className={classes.title}>{title}</h3>
      <table className={values.values} aria-label={title}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], index) => (
            <tr key={index}>
              <th scope="row">{first}</th>
              {rest.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
