import { Notifications } from '@mantine/notifications'

/** Shows notices (notices.ts): at most three, at the bottom right (specification §9); the others wait. */
export function NoticeArea() {
  return <Notifications limit={3} position="bottom-right" />
}
