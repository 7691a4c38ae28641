import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CATEGORIES } from '#domain/lookups.ts'
import { api } from '#portal/api.ts'
import { categoryLink } from '#portal/session/other-sites.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import classes from './category-cards.module.css'
import * as texts from './texts.ts'

/** The laboratory's categories, each a way into its catalogue (specification §2, Dashboard). */
export function CategoryCards() {
  const { configuration } = useSession()
  const { data, isError } = useQuery({
    queryKey: ['catalogue', 'categories'],
    queryFn: () => api.catalogue.categories(),
    staleTime: 15 * 60_000,
  })
  const withTests = new Set(data?.flatMap(({ category, tests }) => (tests > 0 ? [category] : [])))
  return (
    <Card title={texts.testCatalog}>
      <ul className={classes.cards}>
        {CATEGORIES.filter((category) => !data || withTests.has(category)).map((category) => {
          const summary = data?.find((one) => one.category === category)
          return (
            <li key={category}>
              <a
                href={categoryLink(configuration, category)}
                className={classes.card}
                data-category={category}
                {...(summary ? {} : { 'aria-label': category })}
              >
                <span className={classes.name}>
                  {summary?.name ??
                    (isError ? category : <Skeleton component="span" height={14} width="70%" />)}
                </span>
                {summary && <span className={classes.description}>{summary.description}</span>}
              </a>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
