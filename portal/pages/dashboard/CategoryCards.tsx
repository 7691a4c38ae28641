import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#portal/api.ts'
import { catalogueLink, categoryLink } from '#portal/session/other-sites.ts'
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
  const offered = data?.filter(({ tests }) => tests > 0) ?? []
  return (
    <Card title={texts.testCatalog}>
      {isError || data ? (
        offered.length === 0 && <a href={catalogueLink(configuration)}>{texts.wholeCatalog}</a>
      ) : (
        <Skeleton height={200} />
      )}
      <ul className={classes.cards}>
        {offered.map(({ category, name, description }) => (
          <li key={category}>
            <a href={categoryLink(configuration, category)} className={classes.card} data-category={category}>
              <span className={classes.name}>{name}</span>
              <span className={classes.description}>{description}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
