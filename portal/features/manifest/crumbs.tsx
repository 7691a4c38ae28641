import { Link } from '@tanstack/react-router'
import * as texts from './texts.ts'

export const CRUMBS = [
  <Link key="orders" to="/orders" search={{ orderBy: 'orderDate', page: 1 }}>
    {texts.orders}
  </Link>,
  texts.uploadAManifest,
]
