import { Button, Drawer, Menu } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { show } from './testing/show-field.tsx'

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('[UX-25] returns the focus to the button that opened a drawer', async () => {
  function Filters() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <Button onClick={() => setOpened(true)}>Filters</Button>
        <Drawer opened={opened} onClose={() => setOpened(false)} title="Filters">
          <input aria-label="Patient" />
        </Drawer>
      </>
    )
  }
  show(<Filters />)
  button('Filters').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Filters')).toHaveFocus()
})

/** A menu with an entry whose dialog removes the entry, or, with `takesMenu`, the whole menu. */
function Order({ takesMenu }: { takesMenu: boolean }) {
  const [opened, setOpened] = useState(false)
  const [cancelled, setCancelled] = useState(false)
  return (
    <div id="main">
      <h1 tabIndex={-1}>Order 1102</h1>
      <div>
        {!(cancelled && takesMenu) && (
          <Menu>
            <Menu.Target>
              <Button>More</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {!cancelled && <Menu.Item onClick={() => setOpened(true)}>Cancel order</Menu.Item>}
              <Menu.Item>Print</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
        <a href="#requisition">Requisition</a>
      </div>
      <ConfirmDialog
        opened={opened}
        title="Cancel this order?"
        confirm="Yes, cancel order"
        onConfirm={() => {
          setOpened(false)
          setCancelled(true)
        }}
        onClose={() => setOpened(false)}
      >
        <p>The laboratory is asked.</p>
      </ConfirmDialog>
    </div>
  )
}

/** Opens the menu entry's dialog by keyboard. */
async function openByKeyboard() {
  button('More').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Cancel order' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Close')).toHaveFocus()
}

test('[UX-25] returns the focus to the menu’s button after a menu entry’s dialog, closed or confirmed', async () => {
  show(<Order takesMenu={false} />)
  await openByKeyboard()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('More')).toHaveFocus()
  await openByKeyboard()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('More')).toHaveFocus()
})

test('[UX-25] moves the focus to a neighbor if the action removed the menu', async () => {
  show(<Order takesMenu />)
  await openByKeyboard()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Requisition' })).toHaveFocus()
})
