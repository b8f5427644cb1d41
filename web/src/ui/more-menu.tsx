/** A button that opens a menu of deeds, which the arrow keys walk through. */
import { Button, Dropdown, type ButtonProps, type DropdownProps, type MenuProps } from 'antd';
import { useRef } from 'react';

export type Deeds<Deed extends string> = readonly { key: Deed; label: string; danger?: boolean }[];

interface Props<Deed extends string> extends Omit<ButtonProps, 'onClick'> {
  deeds: Deeds<Deed>;
  onDeed(deed: NoInfer<Deed>): void;
  placement?: DropdownProps['placement'];
}

export function MoreMenu<Deed extends string>({ deeds, onDeed, placement, ...button }: Props<Deed>) {
  const opener = useRef<HTMLButtonElement>(null);
  const choose: MenuProps['onClick'] = ({ key, domEvent }) => {
    // The Enter that chooses would go on to what it opens, and send the form there.
    domEvent.preventDefault();
    // The menu fades away with the focus on it; a dialog that is opened gives it back to where it was.
    opener.current?.focus();
    onDeed(key as Deed);
  };
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items: [...deeds], onClick: choose }} placement={placement}>
      <Button ref={opener} aria-haspopup="menu" {...button} />
    </Dropdown>
  );
}
