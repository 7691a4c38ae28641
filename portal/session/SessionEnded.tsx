import { Group, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { LogInButton } from './LogButtons.tsx'

/** Over the page, which stays as it is: nothing typed is lost by being told. */
export function SessionEnded() {
  const router = useRouter()
  return (
    <Modal
      opened
      onClose={() => {}}
      title="Your session has ended"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <p>Log in again to go on. You will come back to this page.</p>
      <Group justify="flex-end">
        <LogInButton returnTo={router.history.location.href}>Log in</LogInButton>
      </Group>
    </Modal>
  )
}
