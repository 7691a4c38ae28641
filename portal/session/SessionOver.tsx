import { Group, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { brand } from '#ui/brand.ts'
import { LogInButton } from './LogButtons.tsx'
import type { SessionEndReason } from './tabs.ts'
import * as texts from './texts.ts'

const WORDS: Record<SessionEndReason, { title: string; text: string }> = {
  idle: { title: texts.youreInactive, text: texts.inactiveHint },
  elsewhere: { title: texts.youAreLoggedOut, text: texts.loggedOutInOtherTab },
}

/** In place of the page: whoever comes by sees nothing of it, and who logs in again comes back to it. */
export function SessionOver({ over }: { over: SessionEndReason }) {
  const router = useRouter()
  const queries = useQueryClient()
  useEffect(() => queries.clear(), [queries])
  const { title, text } = WORDS[over]
  return (
    <main>
      <title>{`${title} · ${brand.name}`}</title>
      <Modal
        opened
        onClose={() => {}}
        title={title}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <p>{text}</p>
        <Group justify="flex-end">
          <LogInButton returnTo={router.history.location.href}>{texts.logInAgain}</LogInButton>
        </Group>
      </Modal>
    </main>
  )
}
