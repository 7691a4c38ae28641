import { Drawer, Modal } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy } from 'react'
import { LateDialog } from '#ui/LateDialog.tsx'
import { useOnNavigation } from '../links/use-on-navigation.ts'
import { redirectFrom } from '../session/guards.ts'
import { useSession } from '../session/session.ts'
import { Footer } from './Footer.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import classes from './frame.module.css'
import { Header } from './Header.tsx'
import { KeysList } from './KeysList.tsx'
import { Navigation } from './Navigation.tsx'
import { PagePending } from './PagePending.tsx'
import { ReportNotices } from './ReportNotices.tsx'
import * as texts from './texts.ts'

const GlobalSearch = lazy(async () => ({
  default: (await import('./GlobalSearch.tsx')).GlobalSearch,
}))

/** What stands around every signed-in page: header, drawer, footer, search, keys, live news. */
export function Frame() {
  const wide = useMediaQuery('(min-width: 1650px)', undefined, { getInitialValueInEffect: false })
  const [isAsideOpen, aside] = useDisclosure(true)
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const [searching, search] = useDisclosure(false)
  const [isKeysOpen, keys] = useDisclosure(false)
  useHotkeys([['mod+K', search.open]], [])
  useHotkeys([
    ['?', keys.open],
    ['shift+?', keys.open],
  ])
  useFocusOnNavigation()
  useOnNavigation(drawer.close)
  const isNavigationOpen = wide ? isAsideOpen : isDrawerOpen

  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        {texts.skipToContent}
      </a>
      <Header
        isNavigationOpen={isNavigationOpen}
        toggleNavigation={wide ? aside.toggle : drawer.toggle}
        openSearch={search.open}
        openKeys={keys.open}
      />
      <div className={classes.body}>
        {wide && isAsideOpen && (
          <aside className={classes.aside}>
            <Navigation />
          </aside>
        )}
        <div className={classes.column}>
          <main id="main" tabIndex={-1} className={classes.main}>
            <Page />
          </main>
          <Footer />
        </div>
      </div>
      <Drawer
        opened={!wide && isDrawerOpen}
        onClose={drawer.close}
        size={245}
        title={texts.menu}
        padding="sm"
        closeButtonProps={{ 'aria-label': texts.closeMenu }}
      >
        <Navigation />
      </Drawer>
      <Modal
        opened={isKeysOpen}
        onClose={keys.close}
        title={texts.keyboardShortcuts}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <KeysList />
      </Modal>
      {searching && (
        <LateDialog onLeave={search.close}>
          <GlobalSearch onClose={search.close} openKeys={keys.open} />
        </LateDialog>
      )}
      <ReportNotices />
    </div>
  )
}

/** The page, if its guard lets the user in. */
function Page() {
  const { mayManageUsers } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const renderedPath = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const guard = (path: string) => redirectFrom(path, { emailVerified: true, state: 'Ok', mayManageUsers })
  const redirect = guard(pathname)
  if (redirect) return <Navigate to={redirect} replace />
  // The address changes before the page does: the one that is left must not ask for what its reader may not see.
  return guard(renderedPath) ? <PagePending /> : <Outlet />
}
