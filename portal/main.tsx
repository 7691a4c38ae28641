import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cssVariables, theme } from '#ui/theme.ts'
import { queryClient } from './api.ts'
import { styleNonce } from './nonce.ts'
import { router } from './routes.tsx'
import { answerSilentRenewal, startSession } from './session/identity.ts'

function show(root: HTMLElement): void {
  void startSession()
  createRoot(root).render(
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
// The hidden frame of a token renewal hands its address to the page around it, and shows nothing.
if (location.pathname === '/silent-renew') void answerSilentRenewal()
else if (root) show(root)
