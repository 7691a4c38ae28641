import type { ReactNode } from 'react'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { useSession } from '#portal/session/session.ts'

/** A page of kits, where the installation has them; else there is no such page. */
export function KitsOffered({ children }: { children: ReactNode }) {
  return useSession().configuration.features.kits ? children : <NotFoundPage />
}
