import type { ReactNode } from 'react'
import type { CatalogueTest } from '#contract/catalogue-site.ts'
import type { CatalogueRequest } from '#contract/site.ts'
import { COMPARED_AT_MOST, compareGenes } from '#domain/catalogue/compare.ts'
import { COMPARE, comparePath, HOME, testPath } from '#domain/catalogue/paths.ts'
import { searchTests } from '#domain/catalogue/search.ts'
import { testTimeInWords } from '#domain/turnaround/words.ts'
import type { Page } from '../page.ts'
import { AddToCart } from '../parts/AddToCart.tsx'
import { Crumbs } from '../parts/Crumbs.tsx'
import { FindTest } from '../parts/FindTest.tsx'
import { Genes } from '../parts/Genes.tsx'
import { codeOf, genesOf, offeredTo, price } from '../words.ts'
import classes from './compare.module.css'
import pages from './pages.module.css'

const ROWS: readonly [string, (test: CatalogueTest, request: CatalogueRequest) => ReactNode][] = [
  ['Code', codeOf],
  ['Category', ({ category }, { data }) => data.categories.find((one) => one.category === category)?.name],
  ['List price', price],
  ['Turnaround', testTimeInWords],
  ['Reads', (test) => genesOf(test) || '–'],
  ['Method', ({ method }) => method],
  ['Specimen', ({ specimens }) => specimens.join(', ')],
  ['Relatives’ samples', ({ relatives }) => (relatives === 0 ? 'None' : relatives)],
  ['For', (test) => offeredTo(test) || 'Any patient'],
  ['CPT codes', ({ cptCodes }) => [...new Set(cptCodes)].join(', ')],
]

/** The tests of the address, the first four; what is asked to be added comes last. */
export function comparePage(request: CatalogueRequest): Page {
  const { data, query } = request
  const requestedTests = [...new Set(query.getAll('test').flatMap((code) => data.tests.get(code) ?? []))]
  const words = (query.get('add') ?? '').trim().slice(0, 100)
  const added = words ? testMeant(request, words, requestedTests) : undefined
  const tests = [...requestedTests, ...(added ? [added] : [])].slice(0, COMPARED_AT_MOST)
  const left = requestedTests.length - COMPARED_AT_MOST
  return {
    title: tests.length > 0 ? `Compare ${tests.map(codeOf).join(', ')}` : 'Compare tests',
    description:
      'Genetic tests side by side: price, turnaround, method, specimens, genes in common and apart.',
    canonical: null,
    body: (
      <div className={pages.page}>
        <Crumbs steps={[['Test catalog', HOME]]} />
        <h1>Compare tests</h1>
        {tests.length === 0 && (
          <p className={pages.lead}>
            Up to {COMPARED_AT_MOST} tests stand side by side: what they cost, how long they take, and which
            genes they have in common.
          </p>
        )}
        {left > 0 && <p className={pages.lead}>The first {COMPARED_AT_MOST} are compared.</p>}
        {tests.length < COMPARED_AT_MOST && (
          <div className={pages.find}>
            <FindTest
              action={COMPARE}
              name="add"
              label={`${tests.length === 0 ? 'First test' : 'Another test'}, by name, code, gene or disease`}
              button="Add"
            >
              {tests.map(({ code }) => (
                <input key={code} type="hidden" name="test" value={code} />
              ))}
            </FindTest>
          </div>
        )}
        {words && !added && <p role="status">No other test was found for “{words}”.</p>}
        {tests.length > 0 && <Comparison tests={tests} request={request} />}
      </div>
    ),
  }
}

/** The test of this code, or else the best for the words that isn't compared yet. */
function testMeant({ data }: CatalogueRequest, words: string, requestedTests: readonly CatalogueTest[]) {
  const called = data.tests.get(words)
  if (called) return requestedTests.includes(called) ? undefined : called
  const tests = searchTests(data.index, words).hits.flatMap(({ code }) => data.tests.get(code) ?? [])
  return tests.find((test) => !requestedTests.includes(test))
}

function Comparison({ tests, request }: { tests: readonly CatalogueTest[]; request: CatalogueRequest }) {
  const { common, only, some } = compareGenes(tests)
  const codes = tests.map(({ code }) => code)
  const genes = (title: string, of: (test: CatalogueTest) => readonly string[] | undefined) => (
    <tr>
      <th scope="row">{title}</th>
      {tests.map((test) => (
        <td key={test.code}>
          <GenesOrNone genes={of(test)} label={`${title}: ${test.testName}`} />
        </td>
      ))}
    </tr>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <section className={classes.scroll} aria-label="Comparison" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {tests.map((test) => (
              <th key={test.code} scope="col">
                <a href={testPath(test.code)}>{test.testName}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([title, of]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {tests.map((test) => (
                <td key={test.code}>{of(test, request)}</td>
              ))}
            </tr>
          ))}
          {common.length > 0 && (
            <tr>
              <th scope="row">Genes in common ({common.length})</th>
              <td colSpan={tests.length}>
                <Genes genes={common} label="Genes in common" />
              </td>
            </tr>
          )}
          {[...some.values()].some((genes) => genes.length > 0) &&
            genes('In some of them', ({ code }) => some.get(code))}
          {only.size > 0 && tests.length > 1 && genes('Only in this test', ({ code }) => only.get(code))}
          <tr className={classes.actions}>
            <th scope="row">
              <span className={classes.hidden}>Actions</span>
            </th>
            {tests.map((test) => (
              <td key={test.code}>
                <AddToCart test={test} />
                <a
                  href={comparePath(codes.filter((code) => code !== test.code))}
                  aria-label={`Remove ${test.testName} from the comparison`}
                  rel="nofollow"
                >
                  Remove
                </a>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function GenesOrNone({ genes, label }: { genes: readonly string[] | undefined; label: string }) {
  if (genes === undefined) return <>Names no genes</>
  return genes.length === 0 ? <>None</> : <Genes genes={genes} label={label} />
}
