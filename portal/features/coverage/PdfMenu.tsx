import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import * as texts from './texts.ts'
import { type EstimateLanguage, LANGUAGE_NAMES } from './use-estimate-pdf.ts'

interface PdfMenuProps {
  label: string
  /** What a screen reader needs besides, where several stand below each other. */
  about?: string
  busy: boolean
  size?: 'xs'
  onChoose: (language: EstimateLanguage) => void
}

const LANGUAGES = Object.keys(LANGUAGE_NAMES) as EstimateLanguage[]

/** Downloads an estimate in one of its languages. */
export function PdfMenu({ label, about, busy, size, onChoose }: PdfMenuProps) {
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          {...(size ? { size } : {})}
          {...(about ? { 'aria-label': `${label}, ${about}` } : {})}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item key={language} onClick={() => onChoose(language)}>
            {texts.inLanguage(LANGUAGE_NAMES[language])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
