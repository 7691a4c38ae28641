import { Group, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { brand } from '#brand/brand.ts'
import { LogInButton } from './LogButtons.tsx'
import type { SessionEndReason } from './tabs.ts'

const WORDS: Record<SessionEndReason, { title: string; text: string }> = {
  idle: { title: "You're Inactive", text: 'Your session has been logged out due to inactivity.' },
  elsewhere: { title: 'You are logged out', text: 'You logged out in another tab or window.' },
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
          <LogInButton returnTo={router.history.location.href}>Log In</LogInButton>
        </Group>
      </Modal>
    </main>
  )
}
