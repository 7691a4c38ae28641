import { Notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'

/** Around every page, signed in or not: the snackbar, at most three at once, bottom right (specification §9). */
export function Root() {
  return (
    <>
      <Outlet />
      <Notifications limit={3} position="bottom-right" />
    </>
  )
}
