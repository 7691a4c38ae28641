import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tab-bar.module.css'

interface Tab<T extends string> {
  key: T
  title: string
  /** Behind the title: how many there are, or how many are wrong. */
  badge?: ReactNode
  content: ReactNode
}

interface TabBarProps<T extends string> {
  /** What the tabs are of, for screen readers: 'Order menu'. */
  label: string
  tabs: readonly Tab<T>[]
  value: T
  onChange: (key: T) => void
}

/** Tabs above what they show. Arrows move between them; what was typed under one stays while another is shown. */
export function TabBar<T extends string>({ label, tabs, value, onChange }: TabBarProps<T>) {
  return (
    <Tabs
      value={value}
      onChange={(key) => {
        const chosen = tabs.find((tab) => tab.key === key)
        if (chosen) onChange(chosen.key)
      }}
    >
      <Tabs.List aria-label={label} className={classes.list}>
        {tabs.map(({ key, title, badge }) => (
          <Tabs.Tab key={key} value={key} rightSection={badge}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
