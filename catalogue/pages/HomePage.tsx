import { Fragment } from 'react'
import type { CatalogueRequest } from '#contract/site.ts'
import { categoryPath, HOME, searchPath } from '#domain/catalogue/paths.ts'
import type { Page } from '../page.ts'
import { FindTest } from '../parts/FindTest.tsx'
import { laboratory } from '../structured.ts'
import { counted } from '../words.ts'
import classes from './home.module.css'

const STEPS = [
  ['Find', 'Search by gene, disease, ICD-10 code or name, and compare up to four tests side by side.'],
  [
    'Collect',
    'Put the tests for one patient into the cart. It needs no account and asks nothing about the patient.',
  ],
  [
    'Order',
    'Go on to the ordering portal: it takes the tests over, shows what insurance pays and what is missing.',
  ],
] as const

export function homePage({ data, origins, brand }: CatalogueRequest): Page {
  const count = [...data.tests.values()].reduce(
    (counts, { category }) => counts.set(category, (counts.get(category) ?? 0) + 1),
    new Map<string, number>(),
  )
  return {
    title: 'Test catalog',
    description: `${counted(data.tests.size, 'genetic test')} of ${brand.name}: genes, methods, specimens, turnaround and prices.`,
    canonical: HOME,
    structured: [
      laboratory(origins.catalogue, brand),
      {
        '@type': 'WebSite',
        name: `${brand.name} test catalog`,
        url: `${origins.catalogue}${HOME}`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${origins.catalogue}/catalogue/search?q={words}`,
          'query-input': 'required name=words',
        },
      },
    ],
    body: (
      <>
        <section className={classes.hero}>
          <div className={classes.inside}>
            <h1>Find the right genetic test</h1>
            <p className={classes.lead}>
              {counted(data.tests.size, 'test')}, each with its genes, method, specimens, turnaround and
              price.
            </p>
            <FindTest />
            {data.examples.length > 0 && (
              <p className={classes.examples}>
                For example{' '}
                {data.examples.map((example, at) => (
                  <Fragment key={example}>
                    {at > 0 && ', '}
                    <a href={searchPath(example)}>{example}</a>
                  </Fragment>
                ))}
              </p>
            )}
          </div>
        </section>
        <section className={classes.section} aria-labelledby="categories">
          <h2 id="categories">Categories</h2>
          <ul className={classes.cards}>
            {data.categories.map(({ category, name, description }) => (
              <li key={category} className={classes.card}>
                <h3>
                  <a href={categoryPath(category)}>{name}</a>
                </h3>
                <p>{description}</p>
                <p className={classes.count}>{counted(count.get(category) ?? 0, 'test')}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className={classes.section} aria-labelledby="ordering">
          <h2 id="ordering">How ordering works</h2>
          <ol className={classes.steps}>
            {STEPS.map(([what, how]) => (
              <li key={what}>
                <h3>{what}</h3>
                <p>{how}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className={`${classes.section} ${classes.patients}`} aria-labelledby="patients">
          <div>
            <h2 id="patients">For patients and families</h2>
            <p>Tests are ordered by a clinician. A genetic counselor can help you find out which one fits.</p>
          </div>
          {origins.appointment === null ? (
            <a href={brand.website.contact}>Contact us</a>
          ) : (
            <a href={`${origins.appointment}/gc-appointment-form`}>
              Request a genetic counseling appointment
            </a>
          )}
        </section>
      </>
    ),
  }
}
