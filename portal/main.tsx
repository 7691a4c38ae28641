import './no-eval.ts'
import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFocusAfterDialogs } from '#ui/focus-after-dialogs.ts'
import { keepPresses } from '#ui/keep-presses.ts'
import { cssVariables, theme } from '#ui/theme.ts'
import { queryClient } from './api.ts'
import { reportError, reportUncaught } from './log.ts'
import { styleNonce } from './nonce.ts'
import { router } from './routes.tsx'
import { answerInFrame, onSignInChange, signInState, startSession } from './session/identity.ts'
import { profileOptions } from './session/profile.ts'

const OWN_PATHS = new Set(Object.keys(router.routesByPath).map((path) => path.split('/')[1]))

/** Goes to an address at this origin, within the portal where it is one of the portal's. */
function follow(href: string): void {
  const [, first = ''] = href.split(/[/?#]/)
  if (OWN_PATHS.has(first)) void router.navigate({ href })
  else location.assign(href)
}

function show(root: HTMLElement): void {
  reportUncaught(() => router.state.matches.at(-1)?.fullPath ?? '')
  // Who it is decides what is shown: asked for while the page's script is still on its way.
  const forget = onSignInChange(() => {
    if (signInState().status !== 'signed-in') return
    forget()
    void queryClient.prefetchQuery(profileOptions)
  })
  void startSession()
  keepPresses(document, follow)
  keepFocusAfterDialogs(document)
  createRoot(root, { onCaughtError: reportError, onUncaughtError: reportError }).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
        deduplicateInlineStyles
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
// The hidden frame of a renewal or a logout hands its address to the page around it, and shows nothing. The logout's
// has a state; a page of the portal that stands in a frame has none when it is logged out.
const loggedOutInFrame =
  self !== top && location.pathname === '/logged-out' && new URLSearchParams(location.search).has('state')
if (location.pathname === '/silent-renew') void answerInFrame('renewal')
else if (loggedOutInFrame) void answerInFrame('logout')
else if (root) show(root)
