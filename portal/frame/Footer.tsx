import { Anchor } from '@mantine/core'
import { lazy, useState } from 'react'
import { brand } from '#ui/brand.ts'
import { LateDialog } from '#ui/LateDialog.tsx'
import classes from './footer.module.css'
import * as texts from './texts.ts'

const PrivacyNotice = lazy(async () => ({ default: (await import('./PrivacyNotice.tsx')).PrivacyNotice }))

/** On every page, signed in or not (specification §1). */
export function Footer() {
  const [isRequested, setRequested] = useState(false)
  const [opened, setOpened] = useState(false)
  function open() {
    setRequested(true)
    setOpened(true)
  }
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {brand.legalName}
      </span>
      <Anchor component="button" type="button" underline="always" aria-haspopup="dialog" onClick={open}>
        {texts.privacyNotice}
      </Anchor>
      <a href={brand.website.contact}>{texts.contact}</a>
      {isRequested && (
        <LateDialog onLeave={() => setOpened(false)}>
          <PrivacyNotice opened={opened} onClose={() => setOpened(false)} />
        </LateDialog>
      )}
    </footer>
  )
}
