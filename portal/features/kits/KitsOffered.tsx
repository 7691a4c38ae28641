import type { ReactNode } from 'react'
import { NotInRole } from '#portal/frame/NotInRole.tsx'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { useSession } from '#portal/session/session.ts'
import * as texts from './texts.ts'

interface KitsOfferedProps {
  children: ReactNode
  /** For a reader whose role sees no kits at the selected institution; left out: that is said. */
  otherwise?: ReactNode
}

/** A page of kits, where the installation has them; else there is no such page. Asks nothing that the reader may not have. */
export function KitsOffered({ children, otherwise }: KitsOfferedProps) {
  const { can, configuration } = useSession()
  if (!configuration.features.kits) return <NotFoundPage />
  if (can('ViewOrder')) return children
  return otherwise ?? <NotInRole title={texts.kits} why={texts.noViewInRole} />
}
