import { Drawer, Modal } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Navigate, Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { redirectFrom } from '../session/guards.ts'
import { useSession } from '../session/session.ts'
import { Footer } from './Footer.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import classes from './frame.module.css'
import { Header } from './Header.tsx'
import { KeysList } from './KeysList.tsx'
import { Navigation } from './Navigation.tsx'
import { PagePending } from './PagePending.tsx'
import { ReportNews } from './ReportNews.tsx'

const SearchEverywhere = lazy(async () => ({
  default: (await import('./SearchEverywhere.tsx')).SearchEverywhere,
}))

/** What stands around every signed-in page: header, drawer, footer, search, keys, live news. */
export function Frame() {
  const wide = useMediaQuery('(min-width: 1650px)', undefined, { getInitialValueInEffect: false })
  const [asideShown, aside] = useDisclosure(true)
  const [drawerShown, drawer] = useDisclosure(false)
  const [searching, search] = useDisclosure(false)
  const [keysShown, keys] = useDisclosure(false)
  useHotkeys([['mod+K', search.open]], [])
  useHotkeys([
    ['?', keys.open],
    ['shift+?', keys.open],
  ])
  useFocusOnNavigation()
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', drawer.close), [router, drawer.close])
  const navigationShown = wide ? asideShown : drawerShown

  return (
    <div className={classes.frame}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <Header
        navigationShown={navigationShown}
        toggleNavigation={wide ? aside.toggle : drawer.toggle}
        openSearch={search.open}
        openKeys={keys.open}
      />
      <div className={classes.body}>
        {wide && asideShown && (
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
        opened={!wide && drawerShown}
        onClose={drawer.close}
        size={245}
        title="Menu"
        padding="sm"
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <Navigation />
      </Drawer>
      <Modal
        opened={keysShown}
        onClose={keys.close}
        title="Keys"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <KeysList />
      </Modal>
      {searching && (
        <Suspense>
          <SearchEverywhere onClose={search.close} openKeys={keys.open} />
        </Suspense>
      )}
      <ReportNews />
    </div>
  )
}

/** The page, if its guard lets the user in. */
function Page() {
  const { mayManageUsers } = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const guard = (path: string) => redirectFrom(path, { emailVerified: true, state: 'Ok', mayManageUsers })
  const redirect = guard(pathname)
  if (redirect) return <Navigate to={redirect} replace />
  // The address changes before the page does: the one that is left must not ask for what its reader may not see.
  return guard(shown) ? <PagePending /> : <Outlet />
}
