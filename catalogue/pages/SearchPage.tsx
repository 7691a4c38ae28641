import { Fragment } from 'react'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import type { CatalogueRequest } from '#contract/site.ts'
import { categoryPath, HOME } from '#domain/catalogue/paths.ts'
import { type SearchResult, searchTests } from '#domain/catalogue/search.ts'
import type { Page } from '../page.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { FindTest } from '../parts/FindTest.tsx'
import { TestList } from '../parts/TestList.tsx'
import { counted } from '../words.ts'
import classes from './pages.module.css'

/** Further ones are about something else. */
const MAX_RESULTS = 60

export function searchPage({ data, query }: CatalogueRequest): Page {
  const words = (query.get('q') ?? '').trim().slice(0, 100)
  const found = searchTests(data.index, words)
  const hits = found.hits.slice(0, MAX_RESULTS)
  const tests = hits.flatMap(({ code }) => data.tests.get(code) ?? [])
  const foundBy = new Map(
    hits.flatMap(({ code, gene }) => (gene === null || found.gene ? [] : [[code, `Reads ${gene}`] as const])),
  )
  return {
    title: words ? `Tests for “${words}”` : 'Find a test',
    description: 'Genetic tests by name, code, gene, disease or ICD-10 code.',
    // What visitors typed makes no page of its own for search engines.
    canonical: null,
    body: (
      <div className={classes.page}>
        <Crumbs steps={[['Test catalog', HOME]]} />
        <h1>{words ? <>Tests for “{words}”</> : 'Find a test'}</h1>
        <div className={classes.find}>
          <FindTest value={words} />
        </div>
        {words && <ResultCount found={found} visibleCount={tests.length} />}
        {tests.length > 0 && <TestList tests={tests} foundBy={foundBy} />}
        {found.gene && <EveryGene gene={found.gene} categories={data.categories} />}
        {words && tests.length === 0 && (
          <section className={classes.empty}>
            <h2>What may help</h2>
            <p>Try one word of it, the disease or the gene alone, or look through a category:</p>
            <ul className={classes.links}>
              {data.categories.map(({ category, name }) => (
                <li key={category}>
                  <a href={categoryPath(category)}>{name}</a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    ),
  }
}

/** How many, and by what they were found where it isn't what was typed. */
function ResultCount({ found, visibleCount }: { found: SearchResult; visibleCount: number }) {
  const count = found.hits.length
  return (
    <div className={classes.said} role="status">
      <p className={classes.count}>
        {count === 0 ? 'No test was found.' : counted(count, 'test')}
        {count > visibleCount && `, of which these are the ${visibleCount} that fit best`}
      </p>
      {found.corrected && (
        <p>
          Nothing is spelled that way. These are tests for <strong>{found.corrected}</strong>.
        </p>
      )}
      {found.diagnosis && (
        <p>
          By the words of {found.diagnosis.code}, <strong>{found.diagnosis.description}</strong>. Which test
          fits the patient is the clinician’s decision.
        </p>
      )}
      {found.gene && (
        <p>
          Tests that read <strong>{found.gene}</strong>, the smallest first.
        </p>
      )}
    </div>
  )
}

/** The catalogue's exomes and genomes, if it has any. */
function EveryGene({ gene, categories }: { gene: string; categories: CatalogueData['categories'] }) {
  const all = categories.filter(({ category }) => category === 'wes' || category === 'wgs')
  if (all.length === 0) return null
  return (
    <p className={classes.note}>
      Exomes and genomes read {gene} with nearly every other gene:{' '}
      {all.map(({ category, name }, at) => (
        <Fragment key={category}>
          {at > 0 && ', '}
          <a href={categoryPath(category)}>{name}</a>
        </Fragment>
      ))}
      .
    </p>
  )
}
