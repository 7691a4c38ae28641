import { Notifications } from '@mantine/notifications'

/** Where notices show (notices.ts): three at most, at the bottom right (specification §9); the others wait. */
export function NoticeArea() {
  return <Notifications limit={3} position="bottom-right" />
}
