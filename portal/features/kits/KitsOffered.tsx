import type { ReactNode } from 'react'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import * as texts from './texts.ts'

interface KitsOfferedProps {
  children: ReactNode
  /** For a reader whose role sees no kits at the selected institution; left out: that is said. */
  otherwise?: ReactNode
}

/** A page of kits, where the installation has them; else there is no such page. Asks nothing that the reader may not have. */
export function KitsOffered({ children, otherwise }: KitsOfferedProps) {
  const { can, configuration, institution } = useSession()
  if (!configuration.features.kits) return <NotFoundPage />
  if (can('ViewOrder')) return children
  return (
    otherwise ?? (
      <>
        <PageHead title={texts.kits} />
        <EmptyState
          title={texts.noViewInRole}
          text={texts.askForViewOrder(institution.name)}
          action={<ButtonLink to="/dashboard">{texts.goToTheDashboard}</ButtonLink>}
        />
      </>
    )
  )
}
