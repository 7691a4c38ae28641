import type { ReactNode } from 'react'
import type { CatalogueData, CatalogueTest } from '#contract/catalogue-site.ts'
import type { CatalogueRequest } from '#contract/site.ts'
import { COMPARED_AT_MOST, similarByGenes } from '#domain/catalogue/compare.ts'
import { categoryPath, comparePath, HOME, testPath } from '#domain/catalogue/paths.ts'
import { searchTests } from '#domain/catalogue/search.ts'
import { testTimeInWords, turnaroundInWords } from '#domain/turnaround/words.ts'
import type { Page } from '../page.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { Genes } from '../parts/Genes.tsx'
import { OrderCard } from '../parts/OrderCard.tsx'
import { breadcrumbs, medicalTest } from '../structured.ts'
import { codeOf, counted, genesOf, offeredTo, relatives } from '../words.ts'
import classes from './test-page.module.css'

/** `code`: a test's own code, in any letter case, or its display code; null for none. */
export function testPage({ data, origins, brand }: CatalogueRequest, code: string): Page | null {
  const lowerCode = code.toLowerCase()
  const test =
    data.tests.get(code) ??
    [...data.tests.values()].find((one) =>
      [one.code, one.displayCode].some((its) => its.toLowerCase() === lowerCode),
    )
  if (!test) return null
  const category = data.categories.find((one) => one.category === test.category)
  const steps = [
    ['Test catalog', HOME],
    [category?.name ?? test.category, categoryPath(test.category)],
  ] as const
  const similar = similarTests(test, data)
  return {
    title: test.testName,
    description: [
      `${test.testName} (${codeOf(test)}) at ${brand.name}.`,
      test.description,
      summaryOf(test),
    ].join(' '),
    canonical: testPath(test.code),
    structured: [
      breadcrumbs(origins.catalogue, [...steps, [test.testName, testPath(test.code)]]),
      medicalTest(origins.catalogue, test),
    ],
    body: (
      <div className={classes.page}>
        <Crumbs steps={steps} />
        <div className={classes.columns}>
          <div className={classes.head}>
            <h1>{test.testName}</h1>
            <p className={classes.code}>
              {codeOf(test)} · {test.testType}
            </p>
            <p className={classes.lead}>{test.description}</p>
          </div>
          <OrderCard test={test} data={data} portal={origins.portal} />
          <div className={classes.main}>
            <KeyDetails test={test} />
            {test.genes.length > 0 && (
              <Section id="genes" title={test.geneChoice === 'all' ? 'Genes' : 'Genes to choose from'}>
                <Genes genes={[...test.genes].sort()} label={`Genes of ${test.testName}`} />
              </Section>
            )}
            {test.consents.length > 0 && (
              <Section id="consents" title="Consent">
                <p>The patient, or who decides for the patient, is asked for:</p>
                <ul className={classes.consents}>
                  {test.consents.map(({ id, title, text }) => (
                    <li key={id}>
                      <strong>{title}.</strong> {text}
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <Related test={test} data={data} similar={similar} />
          </div>
        </div>
      </div>
    ),
  }
}

/** By genes; where it names none, by the words of its name. */
function similarTests(test: CatalogueTest, data: CatalogueData): readonly CatalogueTest[] {
  const most = COMPARED_AT_MOST - 1
  if (test.genes.length > 0) return similarByGenes(test, data.tests.values(), most)
  const hits = searchTests(data.index, test.testName).hits.filter(({ code }) => code !== test.code)
  return hits.slice(0, most).flatMap(({ code }) => data.tests.get(code) ?? [])
}

function summaryOf(test: CatalogueTest): string {
  const genes = genesOf(test)
  return `${genes ? `${genes}, ` : ''}${test.method}, reported in ${testTimeInWords(test)}.`
}

function KeyDetails({ test }: { test: CatalogueTest }) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Method</dt>
        <dd>{test.method}</dd>
      </div>
      {genesOf(test) && (
        <div>
          <dt>Reads</dt>
          <dd>{genesOf(test)}</dd>
        </div>
      )}
      <div>
        <dt>Turnaround</dt>
        <dd>
          {test.turnaround ? (
            turnaroundInWords(test.turnaround, test.relatives).map((line, index) =>
              index === 0 ? line : <p key={line}>{line}.</p>,
            )
          ) : (
            <>{testTimeInWords(test)} from the arrival of the last sample</>
          )}
        </dd>
      </div>
      <div>
        <dt>Specimen</dt>
        <dd>
          {test.specimens.join(', ')}
          {test.specimenNote && <p>{test.specimenNote}</p>}
          {relatives(test) && <p>{relatives(test)}</p>}
        </dd>
      </div>
      {offeredTo(test) && (
        <div>
          <dt>For</dt>
          <dd>{offeredTo(test)}</dd>
        </div>
      )}
      <div>
        <dt>CPT {test.cptCodes.length === 1 ? 'code' : 'codes'}</dt>
        <dd className={classes.figures}>{cptInWords(test.cptCodes)}</dd>
      </div>
    </dl>
  )
}

/** A code that is billed twice stands once: `81403 × 2`. */
function cptInWords(codes: readonly string[]): string {
  const times = new Map<string, number>()
  for (const code of codes) times.set(code, (times.get(code) ?? 0) + 1)
  return [...times].map(([code, count]) => (count === 1 ? code : `${code} × ${count}`)).join(', ')
}

interface RelatedProps {
  test: CatalogueTest
  data: CatalogueData
  similar: readonly CatalogueTest[]
}

function Related({ test, data, similar }: RelatedProps) {
  const named = (codes: readonly string[]) => codes.flatMap((code) => data.tests.get(code) ?? [])
  const groups: [string, readonly CatalogueTest[]][] = [
    ['For a pair', named(test.pair)],
    ['For the parents', named(test.parental)],
    [test.genes.length > 0 ? 'Alike by genes' : 'Alike by name', similar],
  ]
  const visibleGroups = groups.filter(([, tests]) => tests.length > 0)
  if (visibleGroups.length === 0) return null
  return (
    <Section id="related" title="Related tests">
      {visibleGroups.map(([title, tests]) => (
        <div key={title} className={classes.related}>
          <h3>{title}</h3>
          <ul>
            {tests.map((one) => (
              <li key={one.code}>
                <a href={testPath(one.code)}>{one.testName}</a>{' '}
                <span className={classes.soft}>
                  {[codeOf(one), genesOf(one)].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {similar.length > 0 && (
        <p>
          <a href={comparePath([test.code, ...similar.map(({ code }) => code)])} rel="nofollow">
            Compare {counted(similar.length + 1, 'test')} side by side
          </a>
        </p>
      )}
    </Section>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
