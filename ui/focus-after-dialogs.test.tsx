import { Button, Drawer, Menu } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { show } from './testing/show-field.tsx'

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('[UX-25] after a drawer the focus is at the button that opened it', async () => {
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
  await show(<Filters />)
  button('Filters').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Filters')).toHaveFocus()
})

/** A menu whose entry opens a dialog, which takes away the entry, and `takesMenu` the whole menu. */
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

/** Opens the dialog of the menu's entry by keyboard. */
async function openByKeyboard() {
  button('More').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Cancel order' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Close')).toHaveFocus()
}

test('[UX-25] after the dialog of a menu’s entry the focus is at the menu’s button, closed or confirmed', async () => {
  await show(<Order takesMenu={false} />)
  await openByKeyboard()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('More')).toHaveFocus()
  await openByKeyboard()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('More')).toHaveFocus()
})

test('[UX-25] where the menu is gone with what was done, the focus is at what is beside it', async () => {
  await show(<Order takesMenu />)
  await openByKeyboard()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Requisition' })).toHaveFocus()
})
