/** Every screen of an operator's, and a text that is there when it has been shown. */
export const SCREENS: readonly [path: string, text: string][] = [
  ['/app/dashboard', 'Machines Online'], ['/app/machines', 'Seaside Lobby'], ['/app/machines/VM-001', 'Guests pay what they were shown'], ['/app/machines/VM-001/sign', 'Address of the tag'], ['/app/restock', 'Restock List'], ['/app/products', 'Add Product'],
  ['/app/sales', 'Export Data'], ['/app/sales/disputes', 'Disputes'], ['/app/sales/payouts', 'Payouts'], ['/app/analytics', 'Total Revenue'], ['/app/alerts', 'Monitor and manage system alerts'],
  ['/app/organization', 'Usage Overview'], ['/app/team', 'Invite User'], ['/app/subscription', 'Available Plans'], ['/app/profile', 'This browser'],
];
