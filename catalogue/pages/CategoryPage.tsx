import type { CatalogueTest } from '#contract/catalogue-site.ts'
import type { CatalogueRequest } from '#contract/site.ts'
import { categoryPath, HOME, searchPath } from '#domain/catalogue/paths.ts'
import { searchTests } from '#domain/catalogue/search.ts'
import { testTimeInDays } from '#domain/turnaround/words.ts'
import type { Page } from '../page.ts'
import buttons from '../parts/buttons.module.css'
import { Crumbs } from '../parts/Crumbs.tsx'
import { TestList } from '../parts/TestList.tsx'
import { breadcrumbs, listOfTests } from '../structured.ts'
import { counted } from '../words.ts'
import classes from './pages.module.css'

const ORDERS = [
  { key: 'name', label: 'Name', of: null },
  { key: 'turnaround', label: 'Turnaround', of: testTimeInDays },
  { key: 'price', label: 'List price', of: (test: CatalogueTest) => test.listPriceCents },
  { key: 'genes', label: 'Number of genes', of: (test: CatalogueTest) => test.geneCount },
] as const

/** `name`: a category's key or name, in any letter case; null for none. */
export function categoryPage({ data, query, origins, brand }: CatalogueRequest, name: string): Page | null {
  const lowerName = name.toLowerCase()
  const category = data.categories.find(
    (one) => one.category === lowerName || one.name.toLowerCase() === lowerName,
  )
  if (!category) return null
  const path = categoryPath(category.category)
  const words = (query.get('q') ?? '').slice(0, 100)
  const order = ORDERS.find(({ key }) => key === query.get('sort')) ?? ORDERS[0]
  const all = [...data.tests.values()].filter((test) => test.category === category.category)
  const tests = ordered(words ? among(all, data, words) : all, order.of)
  return {
    title: category.name,
    description: `${counted(all.length, 'test')} of ${brand.name}. ${category.description}`,
    canonical: path,
    structured: [
      breadcrumbs(origins.catalogue, [
        ['Test catalog', HOME],
        [category.name, path],
      ]),
      listOfTests(origins.catalogue, all),
    ],
    body: (
      <div className={classes.page}>
        <Crumbs steps={[['Test catalog', HOME]]} />
        <h1>{category.name}</h1>
        <p className={classes.lead}>{category.description}</p>
        <form action={path} method="get" className={classes.filter}>
          <label>
            <span>In this category</span>
            <input type="search" name="q" defaultValue={words} maxLength={100} autoComplete="off" />
          </label>
          <label>
            <span>Order by</span>
            <select name="sort" defaultValue={order.key}>
              {ORDERS.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className={`${buttons.button} ${buttons.quiet}`}>
            Show
          </button>
        </form>
        <p className={classes.count}>
          {counted(tests.length, 'test')}
          {words && (
            <>
              {` for “${words}” · `}
              <a href={path}>Show all {all.length}</a>
            </>
          )}
        </p>
        {tests.length > 0 ? (
          <TestList tests={tests} />
        ) : (
          <p>
            No test of this category. <a href={searchPath(words)}>Look in the whole catalog</a>
          </p>
        )}
      </div>
    ),
  }
}

function among(tests: readonly CatalogueTest[], data: CatalogueRequest['data'], words: string) {
  const found = new Set(searchTests(data.index, words).hits.map(({ code }) => code))
  return tests.filter(({ code }) => found.has(code))
}

function ordered(tests: readonly CatalogueTest[], of: ((test: CatalogueTest) => number) | null) {
  return of === null ? tests : [...tests].sort((one, other) => of(one) - of(other))
}
