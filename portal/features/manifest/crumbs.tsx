import { Link } from '@tanstack/react-router'

export const CRUMBS = [
  <Link key="orders" to="/orders" search={{ orderBy: 'orderDate', page: 1 }}>
    Orders
  </Link>,
  'Upload a manifest',
]
