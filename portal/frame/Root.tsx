import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { NoticeArea } from '#ui/NoticeArea.tsx'
import { CatalogueFrame } from '../session/CatalogueFrame.tsx'
import { redirectFrom } from '../session/guards.ts'
import { Inactivity } from '../session/Inactivity.tsx'
import { LiveUpdates } from '../session/LiveUpdates.tsx'
import { SessionOver } from '../session/SessionOver.tsx'
import { useSignIn } from '../session/use-sign-in.ts'

/** A page that stands in another's frame is that page's to log out (specification §4, Inactivity). */
const EMBEDDED = globalThis.self !== globalThis.top

/** Around every page, signed in or not: the session's end, live news, the snackbar (§9), and the catalogue's frame. */
export function Root() {
  const { status, over, emailVerified, subject, configuration } = useSignIn()
  const pathname = useLocation({ select: (location) => location.pathname })
  const redirect = redirectFrom(pathname, { emailVerified, state: 'Loading', mayManageUsers: false })
  return (
    <>
      {over !== null ? (
        <SessionOver over={over} />
      ) : (
        <>
          {redirect ? <Navigate to={redirect} replace /> : <Outlet />}
          <NoticeArea />
          <LiveUpdates />
          {status === 'signed-in' && subject !== null && configuration && !EMBEDDED && (
            <Inactivity subject={subject} seconds={configuration.idleSeconds} />
          )}
        </>
      )}
      {!EMBEDDED && <CatalogueFrame />}
    </>
  )
}
