import type { ReactNode } from 'react'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'

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
        <PageHead title="Kits" />
        <EmptyState
          title="Your role does not see kits here"
          text={`Ask an administrator of ${institution.name} for the permission View Order.`}
          action={<ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>}
        />
      </>
    )
  )
}
